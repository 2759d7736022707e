const COMMON = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd pa55word 12345678 123456789
   1234567890 12345678910 87654321 987654321 0987654321 11111111 00000000 88888888 99999999 66666666 12341234 11223344
   112233445566 123123123 123321123 147258369 159357456 789456123 741852963 qwertyui qwertyuiop qwerty123 qwerty1234
   qwerty12345 qwerty123456 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx q1w2e3r4 q1w2e3r4t5 asdfghjk asdfghjkl
   zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 a1234567 a12345678 a123456789 aa123456 aa12345678 1234qwer
   iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball
   superman superman1 batman123 starwars starwars1 trustno1 whatever welcome1 welcome123 letmein1 letmein123 monkey123
   dragon123 master123 shadow123 michael1 jennifer jordan23 liverpool liverpool1 chelsea1 arsenal1 charlie1 computer
   computer1 internet samsung1 pokemon1 naruto123 hello123 hello1234 admin123 admin1234 administrator changeme
   changeme1 default1 secret123 testtest test1234 test12345 test123456 temp1234 guest123 login123 access14 freedom1
   mercedes corvette maverick midnight nicholas jonathan victoria elizabeth christian september november december
   summer2024 summer2025 winter2024 winter2025 spring2025 autumn2025 lotwise1 lotwise123 marketplace wholesale
   blink182 qazwsxedc qazwsx123 1111111111 0123456789 asdf1234 asdfasdf qweasdzxc qweqweqwe loveme123 fuckyou1
   babygirl babygirl1 butterfly anthony1 jessica1 michelle chocolate chocolate1 garfield1 snoopy123 ginger123`.split(
    /\s+/,
  ),
);

export const isCommonPassword = (password: string) => COMMON.has(password.toLowerCase());
