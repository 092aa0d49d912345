/**
 * The passwords that attackers try first, of eight letters or more, without the digits and signs around them, which
 * `assertNotGuessable` strips before it looks them up. Passwords of digits only are listed unchanged.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwort passwords passw0rd pa55word p4ssword p@ssword p@ssw0rd motdepasse contrasena wachtwoord
  mypassword newpassword thepassword yourpassword password1password passwordpassword
  qwerty qwertyu qwertyui qwertyuiop qwertz qwertzui qwertzuiop azerty azertyui azertyuiop asdfgh asdfghj
  asdfghjk asdfghjkl asdfasdf zxcvbn zxcvbnm zxcvzxcv qazwsx qazwsxedc qweasd qweasdzxc qweqwe qweqweqwe
  q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1zaq1 1q2w3e 1qaz
  abcd abcde abcdef abcdefg abcdefgh abcdefghi abcabc abcabcabc abc123abc a1b2c3 a1b2c3d4 a1b2c3d4e5 aa123456
  letmein letmeinplease welcome welcomeback changeme changeit changethis secret secrets topsecret mysecret
  default temporary temppassword testtest test testing tester guest guestguest demo demodemo example sample
  admin adminadmin administrator root rootroot superuser sysadmin manager master login access user username
  iloveyou iloveu loveyou lovely loveme princess sunshine rainbow butterfly chocolate cookie flower
  football baseball basketball soccer liverpool chelsea arsenal barcelona juventus yankees cowboys lakers
  dragon monkey tiger shadow superman batman spiderman starwars pokemon naruto ninja killer hunter jordan
  michael jennifer jessica charlie daniel andrew ashley nicole matthew joshua thomas robert george
  computer internet google facebook whatever trustno trustno1 freedom summer winter spring autumn
  company business office website content headless publish editor writer
  12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 11223344 1122334455 123123123
  12341234 12121212 123454321 123321123 147258369 159753159 741852963 789456123 102030405060 10203040
  20202020 19191919 01234567 23456789 00112233 112233445566 135792468 246813579 31415926 314159265
  `
    .trim()
    .split(/\s+/),
)
