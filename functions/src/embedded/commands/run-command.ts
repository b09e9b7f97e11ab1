import { setPriority } from 'node:os'
import { type Command, CommandError, type CommandContext, explainError } from './command.ts'
import { switchToServerAccount } from './server-account.ts'

/** Commands by name; each is loaded when it runs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('./backup.ts')).backupCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  person: async () => (await import('./person.ts')).personCommand,
  'reset-administrator': async () => (await import('./reset-administrator.ts')).resetAdministratorCommand,
  'send-test-mail': async () => (await import('./send-test-mail.ts')).sendTestMailCommand,
  salvage: async () => (await import('./salvage.ts')).salvageCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
}
const COMMAND_NAMES = Object.keys(COMMANDS)

/** Runs a command by name, as a process does. @returns its exit code; undefined: there is no such command */
export async function runCommand(
  name: string,
  context: CommandContext,
  printError: (line: string) => void,
): Promise<number | undefined> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (load === undefined) return undefined
  try {
    const command = await load()
    return await command(context)
  } catch (error) {
    printError(error instanceof CommandError ? error.message : explainUnexpected(name, error))
    return 1
  }
}

function explainUnexpected(name: string, error: unknown): string {
  return `${name} failed: ${explainError(error)}`
}

/** Lowers the priority of this process below the server's. */
function lowerPriority(): void {
  try {
    setPriority(LOW_PRIORITY)
  } catch {
    // Some containers forbid this; the command also works without it.
  }
}

const LOW_PRIORITY = 10
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Runs the command of this process: `node main.ts NAME …`. */
export async function runAsProcess([name = '', ...args]: readonly string[]): Promise<void> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  const printError = (line: string): void => void process.stderr.write(`${line}\n`)
  const untilStopped = (): AbortSignal => {
    const stop = new AbortController()
    for (const signal of STOP_SIGNALS) process.once(signal, () => stop.abort())
    return stop.signal
  }
  // Ignores a closed pipe: its reader, such as `head`, may have read enough.
  process.stdout.on('error', () => undefined)
  lowerPriority()
  const refusal = switchToServerAccount(process)
  if (refusal !== undefined) {
    printError(refusal)
    process.exitCode = 1
    return
  }
  const code = await runCommand(name, { args, env: process.env, print, untilStopped }, printError)
  if (code === undefined) printError(`Commands: ${COMMAND_NAMES.join(', ')}`)
  process.exitCode = code ?? 2
}
