// Screens of people who are not signed in, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('outside')
