// Screens of companies and their relations, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('company')
