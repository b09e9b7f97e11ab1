export function readSecretNames(text: string): readonly string[]
