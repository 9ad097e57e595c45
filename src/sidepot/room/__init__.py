"""The card room: tables that people and bots share, stored in one database. No HTTP in it.

`Room` (`room.service`) is the only entry point. Below it, from the top down: `live` (tables in
memory, their subscribers and clocks), `storage` (the database) and `views` (what each viewer is
shown), and `table` (a table as data, without I/O). An action takes this path: `Room.handle`,
`live.table.LiveTable.do`, `table.decide.decide`, `table.loaded.LoadedTable.apply`,
`storage.store.Store.append`, `live.subscribers.Subscribers.show`, `views.table_view.ViewBuilder`,
`live.subscription.Subscription`, and from there the socket.

docs/house.md follows it step by step; docs/decisions/0006-the-log-is-the-table.md says why a table
is its log.
"""
