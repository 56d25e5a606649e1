// Screens of waybills, settlement and the books, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('waybill')
