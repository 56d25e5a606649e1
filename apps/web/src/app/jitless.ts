// Tells zod, before any schema is built, that the site's Content-Security-Policy forbids eval.
import * as z from 'zod/mini'

z.config({ jitless: true })
