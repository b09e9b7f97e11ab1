/** `npm run backup` and the other commands of administrators: `node main.ts NAME …`. */
import { runAsProcess } from './run-command.ts'

await runAsProcess(process.argv.slice(2))
