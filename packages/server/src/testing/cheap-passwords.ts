import { passwordCost } from '../identity/passwords.ts'

// Set before the test files run: at the real cost, each sign-up and sign-in takes 50 ms and 19 MB. Tests of passwords
// restore it.
passwordCost.memoryCost = 64
