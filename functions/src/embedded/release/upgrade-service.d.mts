export function secondsToBeHealthy(bytes: number): number
