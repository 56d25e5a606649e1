// The page of a sheet that pays again: that of any sheet, with what failed and what became of the rest.
import SettlementNormalPage from './SettlementNormalPage.tsx'

/** Screen SettlementFailure. */
export default function SettlementFailurePage() {
  return <SettlementNormalPage />
}
