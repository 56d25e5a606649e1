// Papers for the verification of a company: kinds of documents, and those still missing.
import { isCarrier } from '../account/account.ts'
import { isOver } from '../fleet/papers.ts'

/** The sides of a company on the platform, with the bits stored for them. */
export const companySides = {
  shipper: { label: '货主', bits: 4 },
  carrier: { label: '承运商', bits: 2 },
  both: { label: '货主兼承运商', bits: 6 },
} as const
export type CompanySide = keyof typeof companySides

/** The side of these bits; the platform's own companies have none and count as shippers. */
export function companySideOf(bits: number): CompanySide {
  return (bits & 6) === 6 ? 'both' : isCarrier(bits) ? 'carrier' : 'shipper'
}

export const documentKinds = { licence: '营业执照', permit: '道路运输经营许可证', other: '其他资料' } as const
export type DocumentKind = keyof typeof documentKinds

/** The identity of a company: fixed while it is verified; later only the platform changes it. */
export interface CompanyPapers {
  readonly bits: number
  readonly legalPerson: string
  readonly legalIdNo: string
  readonly permitNo: string | null
  /** Last day of the permit, ms. */
  readonly permitExpiry: number | null
  readonly documents: readonly string[]
}

/**
 * Papers still missing before the company can be verified: fault by field. Carriers need their operating permit
 * (道路运输经营许可证).
 */
export function missingPapers(
  { bits, legalPerson, legalIdNo, permitNo, permitExpiry, documents }: CompanyPapers,
  now: number,
): Record<string, string> {
  const has = (kind: DocumentKind): boolean => documents.includes(kind)
  return {
    ...(legalPerson === '' ? { legalPerson: '请填写法定代表人' } : {}),
    ...(legalIdNo === '' ? { legalIdNo: '请填写法定代表人身份证号' } : {}),
    ...(has('licence') ? {} : { licence: '请上传营业执照' }),
    ...(!isCarrier(bits)
      ? {}
      : {
          ...(permitNo ? {} : { permitNo: '请填写道路运输经营许可证号' }),
          ...(permitExpiry === null
            ? { permitExpiry: '请填写许可证有效期' }
            : isOver(permitExpiry, now)
              ? { permitExpiry: '许可证已过期' }
              : {}),
          ...(has('permit') ? {} : { permit: '请上传道路运输经营许可证' }),
        }),
  }
}
