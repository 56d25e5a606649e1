// The seal partner (电子签章) behind one interface: tasks that parties sign, and checks of who they are.
import { answerWithin } from './answerWithin.ts'
import type { AgreementRole } from '@yunshu/domain/agreement/agreement'
import type { SealAnswer, SealParty } from '@yunshu/domain/agreement/heard'
import type { RealNameAnswer, RealNameOrder } from '@yunshu/domain/identity/realName'

/** The time the partner may take to answer, ms; after that its answer is unknown. */
export const sealAnswerWithinMs = 10_000

/** A text to be signed; the partner knows it by `taskNo`, and a task said twice is one task. */
export interface SealTask {
  readonly taskNo: string
  readonly title: string
  readonly text: string
  readonly sha256: string
  readonly parties: readonly SealParty[]
  /** The last moment to sign, ms. */
  readonly until: number
}

export interface SealDesk {
  /** Its answers are invented: no seal is put to anything. */
  readonly isSimulated: boolean
  create(task: SealTask): Promise<SealAnswer>
  query(taskNo: string): Promise<SealAnswer>
  /** Asks to take a task back; its end is asked about. */
  cancel(taskNo: string): Promise<SealAnswer>
  /** The page where one party signs these tasks together; afterwards the browser goes to `back`. */
  signUrl(taskNos: readonly string[], role: AgreementRole, back: string): Promise<string>
  /** The signed text of a finished task, a PDF. */
  signedFile(taskNo: string): Promise<Buffer>
  verify(order: RealNameOrder): Promise<RealNameAnswer>
  queryRealName(orderNo: string): Promise<RealNameAnswer>
  /** The page where a company or person proves who they are; afterwards the browser goes to `back`. */
  realNameUrl(orderNo: string, back: string): Promise<string>
}

/** The partner's answer; an error or a long silence is no answer. */
export const sealHeard = <T>(talk: () => Promise<T>, withinMs: number = sealAnswerWithinMs): Promise<T | undefined> =>
  answerWithin(withinMs, talk)

/** The largest signed file taken, bytes. */
const signedFileMax = 20 * 1024 * 1024

/** True for bytes that can be the signed file. */
export const isSignedFile = (bytes: Buffer): boolean =>
  bytes.length > 8 && bytes.length <= signedFileMax && bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** The address a browser may be sent to: of the partner over https, or of its simulator in our own house. */
export const isSealUrl = (url: string, isSimulated: boolean): boolean =>
  isSimulated ? /^\/partners\/sim\/seal\/[\w-]{22}$/.test(url) : /^https:\/\/[^\s"'<>]+$/.test(url) && URL.canParse(url)
