// Screens of payees, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('payee')
