export { buildDemo } from './build-demo.ts'
export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './people.ts'
export { PAYING_CITY } from './paying.ts'
export { DEMO_FILES } from './photos/index.ts'
