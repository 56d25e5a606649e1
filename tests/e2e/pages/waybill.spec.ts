// Screens of waybills, special lines, sheets and payees, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('waybill')
