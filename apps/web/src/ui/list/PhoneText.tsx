// A phone number that is called at a press; a masked one is text alone.
import { nothing } from '../Figures.tsx'

export function PhoneText({ phone }: { phone: string | undefined }) {
  if (phone === undefined || phone === '') return nothing
  return /^\+?\d{7,}$/.test(phone) ? (
    <a className="ys-phone" href={`tel:${phone}`} tabIndex={-1}>
      {phone}
    </a>
  ) : (
    phone
  )
}
