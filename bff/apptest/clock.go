package apptest

// MoveClock moves the clock of the whole shop by an interval as Postgres writes it, "2 hours" or "-3 hours": everything that it wrote
// down moves the other way.
func (s *Shop) MoveClock(by string) {
	s.t.Helper()
	if err := s.DB.Gorm.Exec(MoveClockStatement(by)).Error; err != nil {
		s.t.Fatal(err)
	}
}

// MoveClockStatement is the statement that moves a shop's clock by an interval.
func MoveClockStatement(by string) string {
	return `
		do $$
		declare c record;
		begin
		    for c in
		        select table_name, string_agg(format('%1$I = %1$I - interval ''` + by + `''', column_name), ', ') as moved
		        from information_schema.columns join information_schema.tables using (table_schema, table_name)
		        where table_schema = current_schema() and data_type = 'timestamp with time zone' and table_type = 'BASE TABLE'
		          and table_name not in ('audit_log', 'change_log', 'river_leader')
		        group by table_name
		    loop
		        execute format('update %I set %s', c.table_name, c.moved);
		    end loop;
		end $$`
}
