import { writeFileSync } from 'node:fs'
import { formatApiDescription } from '#core/index.ts'

// Run by `npm run api`. Writes the API description; a test compares the file with the code.
writeFileSync(new URL('../../openapi.json', import.meta.url), formatApiDescription())
