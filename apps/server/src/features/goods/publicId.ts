// The address of a public page of goods: 128 random bits nobody can guess.
import { randomBytes } from 'node:crypto'
import { publicCodeBytes } from '@yunshu/domain/share'

export const newPublicId = (): string => randomBytes(publicCodeBytes).toString('base64url')
