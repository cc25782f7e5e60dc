-- +goose Up

-- Orders of before 00019 have counted no units: their column has had its default since. Only orders that wait for their payment are
-- asked for it, and of those none is so old; but an order counts its units, and the ledger's audit says so.
update orders o
set units = l.units
from (select order_id, sum(quantity) as units from order_line group by order_id) l
where l.order_id = o.id and o.units = 0 and l.units > 0;

-- +goose Down

-- The numbers are right for the version before, too.
select 1;
