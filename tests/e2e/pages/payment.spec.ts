// Screens of what is to be settled and paid, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('payment')
