import { writeFileSync } from 'node:fs'
import { apiText } from '#core/index.ts'

// `npm run api`: rewrites the description of the API; a test compares the file with the code.
writeFileSync(new URL('../../openapi.json', import.meta.url), apiText())
