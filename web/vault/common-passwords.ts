/** Passwords, and parts of them, that attackers try first, in English and German. The most frequent come first. */
export const COMMON_PASSWORDS: readonly string[] = `
123456 password 123456789 12345 12345678 qwerty 1234567 111111 123123 abc123 1234567890 passwort hallo password1 iloveyou
000000 admin qwertz 654321 letmein welcome monkey dragon master login princess sunshine football baseball shadow superman
michael jessica ashley charlie jordan thomas hunter daniel andrew joshua jennifer robert matthew soccer hockey batman
trustno1 killer pepper ginger buster starwars cheese computer internet secret summer winter spring autumn flower freedom
whatever nothing chocolate butterfly purple orange yellow silver golden diamond angel lovely loveme forever family friends
mustang corvette ferrari mercedes porsche harley yankees cowboys eagles lakers rangers chelsea arsenal liverpool barcelona
samsung apple google facebook twitter amazon microsoft windows linux android pokemon minecraft naruto matrix merlin gandalf
phoenix tigger snoopy garfield mickey scooter cookie banana peanut bailey maggie sophie oliver george william richard
joseph anthony patrick taylor austin martin peter maria anna hello test guest root user changeme default access system
passw0rd asdfgh asdfghjkl zxcvbnm qazwsx 1q2w3e4r 1qaz2wsx q1w2e3r4 qwe123 asd123 aaaaaa 666666 777777 888888 999999 112233
121212 131313 696969 222222 555555 987654321 11111111 00000000 geheim schatz schalke sommer fussball ficken arschloch
sonnenschein liebe ichliebedich schatzi hase maus engel baby susanne sabine stefan andreas christian alexander sebastian
nadine nicole melanie daniela katrin claudia petra monika ursula helmut werner jürgen wolfgang dortmund bayern borussia
werder hamburg berlin münchen frankfurt deutschland schwarz daisy lucky rocky tiger bandit biteme mother father sister
brother mommy daddy jesus christ heaven god blessed grace faith music guitar dancer player gamer hacker ninja pirate
samurai vault legacy testament erbe tresor
`
  .trim()
  .split(/\s+/);
