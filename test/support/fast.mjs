/** Tests need no data after a power cut. */
export const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 400,
  shared_buffers: '128MB',
};
