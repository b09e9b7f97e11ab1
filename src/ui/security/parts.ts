export { AddFactor } from './add-factor.tsx'
export { Confirm } from './confirm.tsx'
export { RecoveryCodes } from './recovery-codes.tsx'
export { SecondStep } from './second-step.tsx'
