// Papers a company must hand in: shippers fewer than carriers, and none that is out of date.
import { describe, expect, it } from 'vitest'
import { checkBankCode } from '../identity/identity.ts'
import { companySideOf, missingPapers } from './papers.ts'
import { startOfDay } from '../figures/time.ts'

const now = 1_800_000_000_000
const whole = {
  bits: 2,
  legalPerson: '王一',
  legalIdNo: '11010519491231002X',
  permitNo: '130102001234',
  permitExpiry: now + 1,
  documents: ['licence', 'permit'],
}

describe('papers of a company', () => {
  it('of a carrier are whole with licence, permit and who answers for it', () => {
    expect(missingPapers(whole, now)).toEqual({})
    expect(
      Object.keys(
        missingPapers(
          { ...whole, legalPerson: '', legalIdNo: '', permitNo: null, permitExpiry: null, documents: [] },
          now,
        ),
      ),
    ).toEqual(['legalPerson', 'legalIdNo', 'licence', 'permitNo', 'permitExpiry', 'permit'])
    // good through its last day, as every paper is
    expect(missingPapers({ ...whole, permitExpiry: startOfDay(now) }, now)).toEqual({})
    expect(missingPapers({ ...whole, permitExpiry: startOfDay(now) - 1 }, now)).toEqual({
      permitExpiry: '许可证已过期',
    })
  })

  it('of a shipper need no permit, of one that is both they do', () => {
    const bare = { ...whole, permitNo: null, permitExpiry: null, documents: ['licence'] }
    expect(missingPapers({ ...bare, bits: 4 }, now)).toEqual({})
    expect(Object.keys(missingPapers({ ...bare, bits: 6 }, now))).toEqual(['permitNo', 'permitExpiry', 'permit'])
  })

  it('sides follow from the bits', () => {
    expect([2, 4, 6, 1].map(companySideOf)).toEqual(['carrier', 'shipper', 'both', 'shipper'])
  })

  it('a 联行号 has twelve digits', () => {
    expect(
      [checkBankCode('102100099996'), checkBankCode('10210009999'), checkBankCode('10210009999X')].map(
        fault => fault === undefined,
      ),
    ).toEqual([true, false, false])
  })
})
