// Makes a new cluster: initdb, then roles and the product's database in single-user mode, renamed into place when
// whole.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { asAccount } from './account.ts'
import { programPath } from './binaries.ts'
import { CannotStart, explainFailure } from './cannotStart.ts'
import type { Place } from './place.ts'
import type { Endpoint } from './lock.ts'
import { passwordOf, urlOf, type Role } from './url.ts'
import { withClient } from './withClient.ts'

/** The product's database. */
export const database = 'yunshu'

/** The way a role signs in: by the folder of the socket, or by a password. */
const loginOf = (role: Role, secret: string | null): string =>
  secret === null ? 'login' : `login password '${passwordOf(role, secret)}'`

/** Statements that make the role of the gateway of terminals. */
const gatewayRole = (secret: string | null): readonly string[] => [
  `create role yunshu_gateway nosuperuser nocreaterole nocreatedb nobypassrls ${loginOf('yunshu_gateway', secret)}`,
  `grant connect on database ${database} to yunshu_gateway`,
]

/** Gives a cluster that an earlier version made the roles that came later. */
export async function addRoles(endpoint: Endpoint): Promise<void> {
  await withClient(urlOf(endpoint, 'postgres', 'postgres'), async client => {
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = 'yunshu_gateway'")
    if (rowCount) return
    for (const statement of gatewayRole(endpoint.secret)) await client.query(statement)
  })
}

function run(place: Place, name: 'initdb' | 'postgres', args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(programPath(place.binaries, name), args, {
      ...asAccount(place.account),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.stdin.on('error', () => {})
    child.on('error', error => reject(new CannotStart(explainFailure(error.message, place.root))))
    // single-user mode leaves with 0 even when a statement failed
    child.on('close', code =>
      code === 0 && !/^(ERROR|FATAL|PANIC)\b|\s(ERROR|FATAL|PANIC): /m.test(output)
        ? resolve(output)
        : reject(new CannotStart(explainFailure(output, place.root))),
    )
    child.stdin.end(input)
  })
}

/** The secret of a cluster that is reached by TCP; null where the socket's folder guards it. */
export function secretOf(place: Place): string | null {
  return place.socketDir === null ? fs.readFileSync(path.join(place.root, 'secret'), 'utf8') : null
}

function makeSecret(place: Place): string | null {
  if (place.socketDir !== null) return null
  const secret = randomBytes(32).toString('base64url')
  fs.writeFileSync(path.join(place.root, 'secret'), secret, { mode: 0o600 })
  return secret
}

/**
 * Creates the cluster of `place`. A run that was cut off leaves nothing that could be mistaken for a cluster.
 * @throws CannotStart, for instance when the disk is full.
 */
export async function createCluster(place: Place, ephemeral: boolean): Promise<void> {
  const fresh = `${place.cluster}.new`
  fs.rmSync(fresh, { recursive: true, force: true })
  const secret = makeSecret(place)
  // pg_trgm finds no letters in Chinese text under the C locale; macOS knows no C.UTF-8 for the system's part
  const locale = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=en_US.UTF-8'] : ['--locale=C.UTF-8']
  await run(
    place,
    'initdb',
    [
      '-D',
      fresh,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...locale,
      '--lc-messages=C',
      '--no-instructions',
      ...(ephemeral ? ['--no-sync'] : []),
    ],
    '',
  )
  const login = (role: Role) => loginOf(role, secret)
  await run(
    place,
    'postgres',
    ['--single', '-D', fresh, '-c', 'log_checkpoints=off', '-c', `fsync=${ephemeral ? 'off' : 'on'}`, 'postgres'],
    [
      // migrations and their backfills must see every tenant's rows, also under FORCE ROW LEVEL SECURITY
      `create role yunshu_owner nosuperuser nocreaterole ${ephemeral ? 'createdb' : 'nocreatedb'} bypassrls ${login('yunshu_owner')}`,
      `create role yunshu_app nosuperuser nocreaterole nocreatedb nobypassrls ${login('yunshu_app')}`,
      ...(ephemeral ? ['grant yunshu_app to yunshu_owner'] : []),
      ...(secret === null ? [] : [`alter role postgres ${login('postgres')}`]),
      `create database ${database} owner yunshu_owner`,
      `revoke all on database ${database} from public`,
      `grant connect on database ${database} to yunshu_app`,
      ...gatewayRole(secret),
      ...(ephemeral ? ['grant yunshu_gateway to yunshu_owner'] : []),
      '',
    ].join('\n'),
  )
  // the socket lies in a 0700 folder of the account: who reaches it is us, or root
  fs.writeFileSync(
    path.join(fresh, 'pg_hba.conf'),
    secret === null ? 'local all all trust\n' : 'host all all 127.0.0.1/32 scram-sha-256\n',
  )
  fs.renameSync(fresh, place.cluster)
}

/** Refuses a cluster of another major version instead of letting the server fail on it. */
export function checkVersion(place: Place, version: string): void {
  const ours = place.binaries.version.split('.')[0] ?? ''
  if (version !== ours)
    throw new CannotStart(
      `数据目录 ${place.cluster} 属于 PostgreSQL ${version}，本版本自带 ${ours}：请用旧版本导出数据后再升级，或用 DATA_DIR 指定新目录`,
    )
}
