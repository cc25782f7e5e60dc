-- +goose Up

-- The page where whoever carries the parcels of a method shows where one is, with {number} in place of the tracking number; ''
-- where there is none.
alter table shipping_method add column tracking_url text not null default ''
    check (tracking_url = '' or tracking_url ~ '^https://[^{}]*\{number\}[^{}]*$');

-- +goose Down
alter table shipping_method drop column tracking_url;
