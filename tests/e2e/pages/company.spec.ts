// Screens of companies, agreements, staff and the office, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('company')
