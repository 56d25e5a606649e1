// The parts a verifier can ask to have mended.
import { vehicleCertificates } from '@yunshu/domain/fleet/certificates'
import { vehicleParts } from '@yunshu/domain/fleet/papers'
import { expect, test } from 'vitest'
import { partsOf } from './partsOf.ts'

test('a certificate offers its own documents and fields, several offer each once', () => {
  expect(partsOf(vehicleCertificates, ['insurance'], vehicleParts)).toEqual({
    insurance: '交强险保单',
    insuranceExpiry: '交强险有效期',
  })
  expect(Object.keys(partsOf(vehicleCertificates, ['transportCert', 'annualCheck'], vehicleParts))).toEqual([
    'transportCert',
    'plate',
    'plateColor',
    'transportCertNo',
    'transportCertExpiry',
    'annualCheck',
    'annualCheckExpiry',
  ])
  expect(
    Object.keys(partsOf(vehicleCertificates, ['licence', 'transportCert'], vehicleParts)).filter(
      part => part === 'plate',
    ),
  ).toHaveLength(1)
  expect(partsOf(vehicleCertificates, ['nothing'], vehicleParts)).toEqual({})
})
