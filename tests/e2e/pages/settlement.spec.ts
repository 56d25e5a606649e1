// Screens of settlement and payment, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('settlement')
