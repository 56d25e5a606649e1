// The writes of the page of one vehicle or driver: handing in, verdicts, the blacklist, taking out of use, documents.
import type { Call } from '@yunshu/contract/call'
import type { StaleCall } from '@yunshu/contract/topics'
import type { Catalogue } from '@yunshu/domain/fleet/certificates'
import type { SendOptions } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { Approval, FleetSends, Rejection } from './FleetActs.tsx'

/** A call whose input holds these fields. */
type Taking<Fields> = Call & { readonly input: { readonly _zod: { readonly output: Fields } } }

/** The record as the page read it. */
interface Named {
  id: string
  version: number
}

/** The calls that keep records of one kind. */
export interface KeepingCalls<Part extends string, Certificate extends string, Document extends string> {
  readonly submit: Taking<Named>
  readonly verify: Taking<
    Named & {
      verdict: 'approve' | 'reject'
      reason?: string | undefined
      fields?: Part[] | undefined
      certificate?: Certificate | undefined
    }
  >
  readonly blacklist: Taking<Named & { isBlacklisted: boolean; reason: string }>
  readonly retire: Taking<Named & { isRetired: boolean; reason: string }>
  readonly upload: Taking<{ id: string; category: Document }>
}

export interface Keeping<Part extends string, Certificate extends string, Document extends string> {
  readonly calls: KeepingCalls<Part, Certificate, Document>
  /** Names of the parts of its papers. */
  readonly parts: Readonly<Record<Part, string>>
  readonly catalogue: Catalogue & Readonly<Record<Certificate, unknown>>
  /** Calls whose answers are stale after each write. */
  readonly invalidates: readonly StaleCall[]
}

/** Writes a dialog sends are quiet: the dialog shows refusals itself. */
export function useKeeping<Part extends string, Certificate extends string, Document extends string>(
  id: string,
  { calls, parts, catalogue, invalidates }: Keeping<Part, Certificate, Document>,
) {
  const isPart = (text: string): text is Part => Object.hasOwn(parts, text)
  const isCertificate = (key: string): key is Certificate => Object.hasOwn(catalogue, key)
  const named = (certificate: string | undefined): { certificate?: Certificate } =>
    certificate !== undefined && isCertificate(certificate) ? { certificate } : {}
  const said = (text: string) => ({ invalidates, done: () => toast.success(text) })
  const hand = useSend(calls.submit, said('已提交，等待平台审核'))
  const approve = useSend(calls.verify, said('已通过，已通知承运商'))
  const approveOne = useSend(calls.verify, said('该证件已通过'))
  const reject = useSend(calls.verify, { ...said('已驳回，已通知承运商'), quiet: true })
  const ban = useSend(calls.blacklist, { ...said('黑名单已更新'), quiet: true })
  const shelve = useSend(calls.retire, { ...said('已保存'), quiet: true })
  const upload = useSend(calls.upload, { quiet: true, invalidates })
  const sendBack = (version: number, { certificate, reason, fields }: Rejection) =>
    reject.submit({ id, version, verdict: 'reject', reason, fields: fields.filter(isPart), ...named(certificate) })
  return {
    isBusy: hand.isBusy || approve.isBusy,
    isJudging: approveOne.isBusy,
    isUploading: upload.isBusy,
    sendBack,
    approveOne: async (version: number, { certificate }: Approval) =>
      approveOne.run({ id, version, verdict: 'approve', ...named(certificate) }),
    upload: (category: Document, options: SendOptions) => upload.submit({ id, category }, options),
    sendsOf: (version: number): FleetSends => ({
      submit: () => {
        void hand.run({ id, version })
      },
      approve: () => {
        void approve.run({ id, version, verdict: 'approve' })
      },
      reject: verdict => sendBack(version, verdict),
      blacklist: (isBlacklisted, reason) => ban.submit({ id, version, isBlacklisted, reason }),
      retire: (isRetired, reason) => shelve.submit({ id, version, isRetired, reason }),
    }),
  }
}
