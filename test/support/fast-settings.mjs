/** PostgreSQL without durability. */
export const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 400,
  shared_buffers: '128MB',
};
