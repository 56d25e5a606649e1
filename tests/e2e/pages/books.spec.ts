// Screens of vouchers, the ledger and reports, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('books')
