// Screens of vouchers and the ledger, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('books')
