-- Records what a carrier reports about a SIM, its profile, and that it is not over, only when the report is not older than what is
-- stored. Nothing is recorded of a SIM that was erased or that has another reference by now. The condition underReissue is filled in.
update sim_line
set carrier_ref = @ref,
    device = case when @device = '' then device else @device end,
    msisdn = case
        when @msisdn = '' or exists (
            -- a number that was brought along by somebody who has left since
            select 1 from order_line ol where ol.id = sim_line.order_line_id and ol.transfer_phone = '-'
        ) then msisdn
        else @msisdn
    end,
    profile_state = case when @since >= profile_state_at then @profile else profile_state end,
    profile_state_at = greatest(profile_state_at, @since),
    first_attach_at = coalesce(first_attach_at, @attached),
    last_country = case when @country = '' then last_country else @country end,
    retires_at = @retires,
    retired_at = case
        when %s then retired_at
        when cast(@retired as timestamptz) is not null then coalesce(retired_at, @retired)
        when @since >= profile_state_at then null
        else retired_at
    end,
    missing_since = null,
    synced_at = @now,
    sync_at = case when revoked_at is null then cast(@next as timestamptz) end
where id = @id and erased_at is null and carrier_ref in ('', @ref)
