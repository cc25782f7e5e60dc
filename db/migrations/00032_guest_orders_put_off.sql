-- +goose Up

-- When the customer last put off the offer to take what was ordered as a guest into the account.
alter table customer add column claim_put_off_at timestamptz;

-- +goose Down
alter table customer drop column claim_put_off_at;
