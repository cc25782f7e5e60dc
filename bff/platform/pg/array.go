package pg

import "github.com/jackc/pgx/v5/pgtype"

// Array carries a list into an array parameter, as in `id = any(cast(? as bigint[]))`; gorm would spread a bare slice over several
// parameters. A nil list is an empty array. The planner takes such a list for ten rows and looks each up in an index, where it takes
// what jsonb_array_elements returns for a hundred and reads a small table from end to end.
func Array[T any](list []T) pgtype.Array[T] {
	dims := []pgtype.ArrayDimension{}
	if len(list) > 0 {
		dims = append(dims, pgtype.ArrayDimension{Length: int32(len(list)), LowerBound: 1})
	}
	return pgtype.Array[T]{Elements: list, Dims: dims, Valid: true}
}
