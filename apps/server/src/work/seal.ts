// Secrets at rest: encrypted where they must be read again (AES-256-GCM), hashed where they need only be recognised.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `yunshu ${purpose}`, 32))

/** Encrypts a text for one owner: it opens for nobody else, so rows cannot be swapped. */
export function sealText(secret: string, owner: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, 'factor'), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [
    'v1',
    nonce.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
    sealed.toString('base64url'),
  ].join('.')
}

/** The text of a seal. Throws when it was made with another key, for another owner, or was tampered with. */
export function unsealText(secret: string, owner: string, sealed: string): string {
  const [version, nonce = '', tag = '', body = ''] = sealed.split('.')
  if (version !== 'v1') throw new Error('a seal of unknown form')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, 'factor'), Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
}

/** The stored mark of a recovery code of one owner. */
export const markOf = (secret: string, owner: string, code: string): string =>
  createHmac('sha256', keyFor(secret, 'recovery')).update(`${owner} ${code}`).digest('base64url')
