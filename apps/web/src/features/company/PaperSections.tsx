// The papers of a company as its own page and the platform's show them: facts, invoice title, documents by kind.
import type { CompanyRecord } from '@yunshu/contract/company/company'
import { documentKinds, type DocumentKind } from '@yunshu/domain/company/papers'
import { lazy, Suspense, type ReactNode } from 'react'
import { EmptySection, Facts, Section } from '../../ui/Facts.tsx'
import { RealNamePanel } from '../../parts/realName/RealNamePanel.tsx'
import { Time } from '../../ui/Figures.tsx'
import { useRegionLabel } from '../../ui/fields/regionData.ts'
import { Skeleton } from '../../ui/States.tsx'
import { regionWords } from '@yunshu/regions/label'
import { contactOf, identityOf, invoiceOf, isOpen } from './papers.tsx'

// the viewer of pictures weighs more than the rest of the page
const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

interface PaperSectionsProps {
  company: CompanyRecord
  /** Beside the headings: buttons to change the section. */
  identityExtra?: ReactNode
  contactExtra?: ReactNode
  invoiceExtra?: ReactNode
  /** Below the documents of a kind: the place to add more. */
  adding?: (kind: DocumentKind) => ReactNode
}

export function PaperSections({ company, identityExtra, contactExtra, invoiceExtra, adding }: PaperSectionsProps) {
  const label = useRegionLabel(company.regionCode)
  const place = label ? regionWords(label) : company.regionCode
  const expiry =
    company.permitExpiry === undefined ? (
      company.side === 'shipper' ? undefined : (
        ''
      )
    ) : (
      <Time value={company.permitExpiry} dayOnly />
    )
  return (
    <>
      <Section title="登记信息" extra={identityExtra}>
        <Facts items={[...identityOf(company), ['许可证有效期', expiry]]} />
      </Section>
      <Section title="联系与纳税" extra={contactExtra}>
        <Facts items={[...contactOf(company), ['省市区', place], ['详细地址', company.address]]} />
      </Section>
      {company.invoiceTitle ? (
        <Section title="开票资料" extra={invoiceExtra}>
          <Facts items={invoiceOf(company)} />
        </Section>
      ) : (
        <EmptySection title="开票资料" text="尚未填写" extra={invoiceExtra} />
      )}
      <Section title="证照资料">
        {(Object.keys(documentKinds) as DocumentKind[])
          .filter(kind => kind !== 'permit' || company.side !== 'shipper')
          .map(kind => (
            <Documents key={kind} kind={kind} company={company}>
              {adding?.(kind)}
            </Documents>
          ))}
      </Section>
      <RealNamePanel companyId={company.id} />
    </>
  )
}

function Documents({ kind, company, children }: { kind: DocumentKind; company: CompanyRecord; children: ReactNode }) {
  const files = company.files.filter(({ category }) => category === kind).toReversed()
  const isMissing = isOpen(company) && Object.hasOwn(company.missing, kind)
  return (
    <section className="cp-documents" aria-label={documentKinds[kind]}>
      <h3>
        {documentKinds[kind]}
        {isMissing && <span className="cp-missing">待上传</span>}
      </h3>
      {files.length > 0 && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilePhotos files={files} />
        </Suspense>
      )}
      {files.length === 0 && !children && <p className="ys-weak">未上传</p>}
      {children}
    </section>
  )
}
