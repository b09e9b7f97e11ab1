export { AddFactor, RecoveryCodeList } from './add-factor.tsx'
export { ConfirmIdentity } from './confirm.tsx'
export { SecondStepForm } from './second-step.tsx'
