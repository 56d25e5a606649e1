// Settings from the environment, checked once at start: one line per fault, secrets never printed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { exportLimits } from '@yunshu/domain/exporting'
import type { PasswordPolicy } from '@yunshu/domain/account/password'
import { defaultConnections } from '@yunshu/postgres/config'
import * as z from 'zod/mini'

/** The demo sign secret of the wire contract; refused outside demo mode. */
export const demoSignSecret = 'yunshu-demo-sign-secret'

/** Services that draw maps in the browser; `offline` needs none, and no key. */
const mapProviders = ['offline', 'tianditu', 'amap', 'tencent', 'baidu'] as const

const portText = z.string().check(
  z.regex(/^\d{1,5}$/, '应为端口号'),
  z.refine(text => Number(text) <= 65535, '应为端口号'),
)
const count = (fallback: string, least: number, most: number) =>
  z._default(
    z
      .string()
      .check(
        z.refine(
          given => /^\d{1,4}$/.test(given) && Number(given) >= least && Number(given) <= most,
          `应为 ${least} 至 ${most} 的整数`,
        ),
      ),
    fallback,
  )
const text = (fallback: string) => z._default(z.string(), fallback)

const Env = z.object({
  DATABASE_URL: z.string('必须设置数据库地址').check(z.minLength(1, '必须设置数据库地址')),
  MIGRATE_DATABASE_URL: z.optional(z.string()),
  HOST: text('127.0.0.1'),
  PORT: z._default(portText, '8080'),
  DATA_DIR: text('./data'),
  DEMO: z.optional(z.enum(['0', '1'], '应为 0 或 1')),
  DEMO_PUBLIC: z._default(z.enum(['0', '1'], '应为 0 或 1'), '0'),
  EMBEDDED: z._default(z.enum(['0', '1']), '0'),
  SIGN_SECRET: z.optional(z.string().check(z.minLength(16, '至少 16 个字符'))),
  SIGN_MODE: z._default(z.enum(['enforce', 'log'], '应为 enforce 或 log'), 'enforce'),
  LOGIN_METHOD: z._default(z.enum(['get', 'post'], '应为 get 或 post'), 'post'),
  PASSWORD_POLICY: z._default(z.enum(['dengbao', 'asvs'], '应为 dengbao 或 asvs'), 'dengbao'),
  FACTOR_SECRET: z.optional(z.string().check(z.minLength(32, '至少 32 个字符'))),
  ORIGINS: text(''),
  PROVIDER_HOST: z._default(
    z
      .string()
      .check(
        z.refine(
          host => /^https?:$/.test(URL.parse(host)?.protocol ?? '') && URL.parse(host)?.origin === host,
          '应为 http:// 或 https:// 开头的地址，末尾不带斜杠和路径',
        ),
      ),
    '',
  ),
  MAP_PROVIDER: z._default(z.enum(mapProviders, `应为 ${mapProviders.join('、')} 之一`), 'offline'),
  MAP_KEY: z._default(z.string().check(z.regex(/^[\w-]{1,200}$/, '应为地图服务的密钥：字母、数字、- 和 _')), ''),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, '至少 16 个字符'))),
  SECURITY_CONTACT: z._default(
    z
      .string()
      .check(
        z.refine(
          list =>
            list.split(',').every(one => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*|tel:\+?[\d-]+)$/.test(one)),
          '应为 mailto:、https:// 或 tel: 开头的地址，多个用逗号分开',
        ),
      ),
    '',
  ),
  RELEASE: text(''),
  TRUST_PROXY: z._default(z.string().check(z.regex(/^\d$/, '应为代理层数 0–9')), '0'),
  POOL_WRITE: count('20', 2, 200),
  POOL_READ: count('10', 1, 200),
  // read by what starts the embedded database (scripts/supervisor.ts)
  DATABASE_CONNECTIONS: count(String(defaultConnections), 40, 2000),
  // read by what starts the roles of tracking (scripts/supervisor.ts), and by the gateway of terminals (apps/gateway)
  TRACKING: z._default(z.enum(['on', 'off'], '应为 on 或 off'), 'on'),
  GATEWAY_DATABASE_URL: z.optional(z.string()),
  GATEWAY_HOST: text('127.0.0.1'),
  GATEWAY_PORT: z._default(portText, '8808'),
  GATEWAY_ADMIN_PORT: z.optional(portText),
  GATEWAY_REGISTER: z._default(z.enum(['listed', 'quarantine'], '应为 listed 或 quarantine'), 'listed'),
  GATEWAY_RELAYS: text(''),
  GATEWAY_MAX_CONNECTIONS: text('20000'),
  GATEWAY_PER_ADDRESS: text('200'),
  // read by the role that follows vehicles (track/trackMain.ts)
  DEMO_TRUCKS: z._default(z.enum(['on', 'off'], '应为 on 或 off'), 'on'),
  TRACK_ADMIN_PORT: z.optional(portText),
  TRACK_FLUSH_S: count('20', 1, 600),
  TRACK_LOOK_S: count('15', 1, 60),
  TRACK_RAW_DAYS: count('3', 1, 365),
  TRACK_RAW_GB: count('10', 1, 9999),
  TRACK_KEEP_DAYS: count('180', 30, 1095),
  DRAIN_S: count('0', 0, 120),
  S3_ENDPOINT: z.optional(z.string()),
  S3_BUCKET: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug'], '应为日志级别'), 'info'),
  PUSH_BUS: z._default(z.enum(['local', 'postgres', 'nats'], '应为 local、postgres 或 nats'), 'postgres'),
  NATS_URL: z._default(
    z
      .string()
      .check(
        z.refine(
          urls => urls.split(',').every(url => /^(?:nats|tls):\/\/[^/\s]/.test(url) && URL.canParse(url)),
          '应为 nats:// 或 tls:// 地址，多个用逗号分开',
        ),
      ),
    '',
  ),
  EXPORT_ROWS: z._default(
    z.string().check(z.regex(/^[1-9]\d{0,6}$/, '应为 1 至 9999999 的行数')),
    String(exportLimits.rows),
  ),
  SECURE_COOKIES: z._default(z.enum(['0', '1']), '0'),
})

export interface Config {
  databaseUrl: string
  migrateUrl: string
  host: string
  port: number
  dataDir: string
  /** Demo data and accounts; `auto` means: if the embedded database is empty or was filled with demo data before. */
  demo: boolean | 'auto'
  /** The demo may be reached from other machines, though its passwords are published. */
  isDemoPublic: boolean
  signSecret: string
  signEnforced: boolean
  loginMethod: 'get' | 'post'
  /** Rules for passwords. */
  passwordPolicy: PasswordPolicy
  /** Encrypts second factors; undefined: the one of the installation, which lies in the database itself. */
  factorSecret: string | undefined
  /** Origins besides our own whose pages may call and open the push connection. */
  origins: readonly string[]
  /** The host browsers call and connect to instead of the one their page came from; empty: that one. */
  providerHost: string
  /** The service that draws maps, and its key for browsers; empty without a service. */
  map: { provider: (typeof mapProviders)[number]; key: string }
  /** Lets programs read /metrics; without one nobody may. */
  metricsToken: string | undefined
  /** Addresses to which weaknesses are reported, as URIs; empty: none is told. */
  securityContacts: readonly string[]
  release: string
  /** The most connections of this process to the database: for calls that write, and for those that read. */
  pools: { write: number; read: number }
  /** The time /readyz says no before the listener closes, s: a balancer sends nothing more by then. */
  drainSeconds: number
  /** Whether positions are taken in: then the log of them has its days ahead. */
  isTracking: boolean
  /** Pause between two looks for proven arrivals and abnormal positions, ms. */
  trackLookMs: number
  /** Days and bytes of the messages of terminals that are kept as they came. */
  trackRaw: { days: number; bytes: number }
  /** Days after which positions outside sealed evidence go, by whole months. */
  trackKeepDays: number
  /** The number of proxies of ours in front: their X-Forwarded-For names the client, on which lockout acts. */
  trustProxy: number
  s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string } | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug'
  /**
   * The way server processes of one installation wake each other's push connections: not at all, through the database,
   * or through NATS.
   */
  pushBus: 'local' | 'postgres' | 'nats'
  /** Brokers, separated by commas; empty without NATS. */
  natsUrl: string
  /** The most rows of one exported file. */
  exportRows: number
  /** Served over https: cookies get Secure and the `__Host-` prefix. */
  secureCookies: boolean
}

/** The release of a portal nobody named: a mark of what was built, so that a new build is seen as a new release. */
function builtRelease(): string {
  const page = new URL('../../web/dist/index.html', import.meta.url)
  return existsSync(page) ? createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 8) : 'dev'
}

/** Reads the settings; throws an Error whose message has one line per fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = z.safeParse(Env, given)
  if (!read.success)
    throw new Error(read.error.issues.map(issue => `设置 ${issue.path.join('.')} ${issue.message}`).join('\n'))
  const e = read.data
  const demo = e.DEMO === undefined && e.EMBEDDED === '1' ? 'auto' : e.DEMO === '1'
  if (demo === false) assertOwnSecret(e.SIGN_SECRET)
  if (demo === true) assertDemoAtHome(e.HOST, e.DEMO_PUBLIC === '1')
  const s3Parts = [e.S3_ENDPOINT, e.S3_BUCKET, e.S3_ACCESS_KEY_ID, e.S3_SECRET_ACCESS_KEY]
  if (s3Parts.some(Boolean) && !s3Parts.every(Boolean))
    throw new Error('设置 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY 必须同时给出')
  if (e.MAP_PROVIDER !== 'offline' && e.MAP_KEY === '')
    throw new Error(`设置 MAP_KEY 必须给出：MAP_PROVIDER 为 ${e.MAP_PROVIDER}`)
  if (e.PUSH_BUS === 'nats' && e.NATS_URL === '') throw new Error('设置 NATS_URL 必须给出：PUSH_BUS 为 nats')
  return {
    databaseUrl: e.DATABASE_URL,
    migrateUrl: e.MIGRATE_DATABASE_URL ?? e.DATABASE_URL,
    host: e.HOST,
    port: Number(e.PORT),
    dataDir: e.DATA_DIR,
    demo,
    isDemoPublic: e.DEMO_PUBLIC === '1',
    signSecret: e.SIGN_SECRET ?? demoSignSecret,
    signEnforced: e.SIGN_MODE === 'enforce',
    loginMethod: e.LOGIN_METHOD,
    passwordPolicy: e.PASSWORD_POLICY,
    factorSecret: e.FACTOR_SECRET,
    origins: e.ORIGINS.split(',').filter(Boolean),
    providerHost: e.PROVIDER_HOST,
    map: { provider: e.MAP_PROVIDER, key: e.MAP_KEY },
    metricsToken: e.METRICS_TOKEN,
    securityContacts: e.SECURITY_CONTACT.split(',').filter(Boolean),
    release: e.RELEASE || builtRelease(),
    pools: { write: Number(e.POOL_WRITE), read: Number(e.POOL_READ) },
    drainSeconds: Number(e.DRAIN_S),
    isTracking: e.TRACKING === 'on',
    trackLookMs: Number(e.TRACK_LOOK_S) * 1000,
    trackRaw: { days: Number(e.TRACK_RAW_DAYS), bytes: Number(e.TRACK_RAW_GB) * 1e9 },
    trackKeepDays: Number(e.TRACK_KEEP_DAYS),
    trustProxy: Number(e.TRUST_PROXY),
    s3:
      e.S3_ENDPOINT && e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: e.S3_ENDPOINT,
            bucket: e.S3_BUCKET,
            accessKeyId: e.S3_ACCESS_KEY_ID,
            secretAccessKey: e.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    logLevel: e.LOG_LEVEL,
    pushBus: e.PUSH_BUS,
    natsUrl: e.NATS_URL,
    exportRows: Number(e.EXPORT_ROWS),
    secureCookies: e.SECURE_COOKIES === '1',
  }
}

/** Outside demo mode the published demo secret is as good as none. */
function assertOwnSecret(secret: string | undefined): void {
  if (secret === undefined || secret === demoSignSecret)
    throw new Error('设置 SIGN_SECRET 必须给出：非演示模式不能使用演示签名密钥')
}

/** True for addresses that only this machine reaches. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** Everybody knows the passwords of the demo: whoever can reach it is its administrator. */
function assertDemoAtHome(host: string, isDemoPublic: boolean): void {
  if (!isLoopback(host) && !isDemoPublic)
    throw new Error(
      `设置 HOST=${host} 会让其他机器用公开的演示密码登录：演示请用 127.0.0.1，正式使用请设 DEMO=0，确要对外演示请另设 DEMO_PUBLIC=1`,
    )
}

/** The settings once it is known whether this database is a demo; throws as `readConfig` does. */
export function settleDemo(config: Config, isDemo: boolean): Config & { demo: boolean } {
  if (isDemo) assertDemoAtHome(config.host, config.isDemoPublic)
  else assertOwnSecret(config.signSecret)
  return { ...config, demo: isDemo }
}

/** The rules of passwords alone, for commands that need no other setting; throws as `readConfig` does. */
export function readPasswordPolicy(env: Readonly<Record<string, string | undefined>>): PasswordPolicy {
  const read = z.safeParse(Env.shape.PASSWORD_POLICY, env['PASSWORD_POLICY'] || undefined)
  if (!read.success) throw new Error(`设置 PASSWORD_POLICY ${read.error.issues[0]?.message ?? ''}`)
  return read.data
}

/** Names of all settings, as the environment spells them. */
export const settingNames: readonly string[] = Object.keys(Env.shape)
