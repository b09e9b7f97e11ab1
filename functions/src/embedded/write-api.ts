import { writeFileSync } from 'node:fs'
import { apiText } from '#core/index.ts'

// `npm run api`: writes the description of the API anew; a test holds the file to the code.
writeFileSync(new URL('../../openapi.json', import.meta.url), apiText())
