package gen

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config types.cfg.yaml ../../../shared/openapi.yaml
//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config server.cfg.yaml ../../../shared/openapi.yaml
//go:generate go run ./flags ../../../shared/openapi.yaml flags.gen.go
