// Screens of invoices, fuel and tolls, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('invoice')
