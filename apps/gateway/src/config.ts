// Settings of the gateway from the environment, checked once at start: one line per fault.

/** Ways to meet a terminal that is not in the list: refused and noted, or stored under number 0, which is no evidence. */
export type Registering = 'listed' | 'quarantine'

export interface GatewayConfig {
  readonly databaseUrl: string
  readonly host: string
  readonly port: number
  /** Port of figures and health on the loopback; undefined for none. */
  readonly adminPort: number | undefined
  /** The slot whose lanes of the log are written. */
  readonly writer: string
  readonly registering: Registering
  /** Addresses of forwarders, whose terminals are not asked for their codes. */
  readonly relays: ReadonlySet<string>
  readonly connectionsMost: number
  /** Connections of one address that have not said who they are. */
  readonly perAddress: number
}

type Env = Readonly<Record<string, string | undefined>>

function portOf(env: Env, name: string, fallback: number | undefined): number | undefined {
  const given = env[name]
  if (!given) return fallback
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) throw new Error(`${name} 应为端口号`)
  return Number(given)
}

function countOf(env: Env, name: string, fallback: number, most: number): number {
  const given = env[name]
  if (!given) return fallback
  if (!/^[1-9]\d{0,6}$/.test(given) || Number(given) > most) throw new Error(`${name} 应为 1 至 ${most} 的整数`)
  return Number(given)
}

/** Reads the settings. @throws Error with one line about a setting that is wrong. */
export function readGatewayConfig(env: Env): GatewayConfig {
  const databaseUrl = env['GATEWAY_DATABASE_URL'] || env['DATABASE_URL']
  if (!databaseUrl) throw new Error('必须设置数据库地址 GATEWAY_DATABASE_URL 或 DATABASE_URL')
  const registering = env['GATEWAY_REGISTER'] || 'listed'
  if (registering !== 'listed' && registering !== 'quarantine')
    throw new Error('GATEWAY_REGISTER 应为 listed 或 quarantine')
  return {
    databaseUrl,
    host: env['GATEWAY_HOST'] || '127.0.0.1',
    port: portOf(env, 'GATEWAY_PORT', 8808) ?? 8808,
    adminPort: portOf(env, 'GATEWAY_ADMIN_PORT', undefined),
    writer: 'gateway-1',
    registering,
    relays: new Set((env['GATEWAY_RELAYS'] ?? '').split(',').filter(Boolean)),
    connectionsMost: countOf(env, 'GATEWAY_MAX_CONNECTIONS', 20_000, 1_000_000),
    perAddress: countOf(env, 'GATEWAY_PER_ADDRESS', 200, 100_000),
  }
}
