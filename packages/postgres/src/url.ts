// Addresses of the cluster's databases, in the form both node-postgres and libpq read.
import { createHash } from 'node:crypto'
import type { Endpoint } from './lock.ts'

/**
 * The four roles of every cluster: `postgres` administers, `yunshu_owner` owns the schema, the product itself is
 * `yunshu_app`, and the gateway of terminals, which strangers may reach, is `yunshu_gateway`.
 */
export type Role = 'postgres' | 'yunshu_owner' | 'yunshu_app' | 'yunshu_gateway'

/**
 * Password of a role where a socket folder cannot keep strangers out; made from the cluster's secret so that one role
 * never knows another's.
 */
export function passwordOf(role: Role, secret: string): string {
  return createHash('sha256').update(`${role}\n${secret}`).digest('base64url')
}

/**
 * Address of one database for one role. A host given as parameter beats the one before the slash, which only keeps URL
 * parsers content.
 */
export function urlOf(endpoint: Endpoint, role: Role, database: string): string {
  const name = encodeURIComponent(database)
  if (endpoint.socketDir !== null)
    return `postgresql://${role}@localhost/${name}?host=${encodeURIComponent(endpoint.socketDir)}&port=${endpoint.port}`
  return `postgresql://${role}:${passwordOf(role, endpoint.secret ?? '')}@127.0.0.1:${endpoint.port}/${name}`
}
