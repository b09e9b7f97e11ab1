export { buildDemo, CITY_WITH_PAYMENTS } from './build-demo.ts'
export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts'
export { DEMO_FILES } from './photos/index.ts'
