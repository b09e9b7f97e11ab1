export { AddFactor } from './add-factor.tsx'
export { ConfirmIdentity } from './confirm.tsx'
export { RecoveryCodeList } from './recovery-codes.tsx'
export { SecondStepForm } from './second-step.tsx'
