// Settings of the server on its command line: small memory, no network, and durability nobody can switch off.
import { CannotStart } from './cannotStart.ts'

/** Extra server parameters, by PostgreSQL's own names. */
export type Settings = Readonly<Record<string, string | number | boolean>>

/** Connections an embedded database takes: two processes of the product with full pools, jobs and listeners, and tools. */
export const defaultConnections = 100

const base: Settings = {
  // the bundled OpenSSL is 1.1.1 of 2018: no TLS, no network at all
  ssl: 'off',
  listen_addresses: '',
  shared_buffers: '64MB',
  max_connections: defaultConnections,
  io_workers: 2,
  jit: 'off',
  max_logical_replication_workers: 0,
  max_wal_size: '512MB',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  // a client that went away must not keep its query, and so its locks, alive
  client_connection_check_interval: '10s',
  // statements may hold personal data: errors are told to the client, never to the log
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
  logging_collector: 'off',
}
// on the command line these beat postgresql.conf and ALTER SYSTEM
const durable: Settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', data_sync_retry: 'off' }
const forgetful: Settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

const keepsRows: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on', 'true', 'yes', '1'],
  full_page_writes: ['on', 'true', 'yes', '1'],
  synchronous_commit: ['on', 'true', 'yes', '1', 'remote_apply', 'remote_write', 'local'],
  data_sync_retry: ['off', 'false', 'no', '0'],
}
const launchersOwn = new Set([
  'listen_addresses',
  'unix_socket_directories',
  'unix_socket_permissions',
  'port',
  'cluster_name',
  'ssl',
  'data_directory',
  'hba_file',
])

/**
 * Every parameter the server is started with.
 * @throws CannotStart when `asked` would lose acknowledged rows in a cluster that is not `ephemeral`, or opens the
 * server to a network.
 */
export function serverSettings(asked: Settings, ephemeral: boolean): Settings {
  const own: Record<string, string> = {}
  for (const [asWritten, value] of Object.entries(asked)) {
    const name = asWritten.toLowerCase()
    const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
    if (!/^[a-z_][a-z0-9_.]*$/.test(name)) throw new CannotStart(`数据库参数名不合法：${asWritten}`)
    if (launchersOwn.has(name)) throw new CannotStart(`数据库参数 ${name} 由启动程序决定，不能改`)
    const allowed = keepsRows[name]
    if (allowed && !ephemeral && !allowed.includes(text.toLowerCase())) {
      throw new CannotStart(`拒绝 ${name}=${text}：断电会丢失已确认的数据，只有测试用的临时库可以这样设`)
    }
    own[name] = text
  }
  return { ...base, ...(ephemeral ? forgetful : durable), ...own }
}
