import { passwordCost } from '../identity/passwords.ts'

// Set up before test files: each sign-up and sign-in would take 50 ms and 19 MB. Tests of passwords put the real cost back.
passwordCost.memoryCost = 64
