// The server's settings for the browser (/config.json), fetched once before anything is shown.
import { product } from '@yunshu/domain/account/account'
import * as z from 'zod/mini'

const Config = z.object({
  product: z._default(z.string(), product.name),
  version: z._default(z.string(), product.version),
  /** The release people are told of, for example 1.0.0; `version` is the number of the specification. */
  releaseVersion: z._default(z.string(), ''),
  /** A mark of what was built: changes with every deployment; see the new-release notice of the shell. */
  release: z._default(z.string(), ''),
  signSecret: z.string(),
  login: z._default(z.enum(['get', 'post']), 'get'),
  /** The policy for passwords. */
  passwordPolicy: z._default(z.enum(['dengbao', 'asvs']), 'dengbao'),
  /** Provider host before every path; empty means the address the portal came from. */
  host: z._default(z.string(), ''),
  mapProvider: z._default(z.string(), 'offline'),
  mapKey: z._default(z.string(), ''),
  demo: z._default(z.boolean(), false),
  /** Whether terminals are listened to. */
  tracking: z._default(z.boolean(), true),
})
export type Config = z.output<typeof Config>

let loading: Promise<Config> | undefined
let loaded: Config | undefined

/** Asks the server for its settings as they are now. @throws when it does not answer with settings */
export async function fetchConfig(): Promise<Config> {
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`config.json: HTTP ${response.status}`)
  return Config.parse(await response.json())
}

/** The settings, fetched on the first call; a failure is forgotten so that the next call tries again. */
export function loadConfig(): Promise<Config> {
  loading ??= fetchConfig().then(
    config => (loaded = config),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The settings after `loadConfig()`. @throws before */
export function loadedConfig(): Config {
  if (!loaded) throw new Error('config.json is not loaded yet')
  return loaded
}
