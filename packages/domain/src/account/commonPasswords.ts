// Passwords everybody tries first: words, keyboard walks and numbers, the habits of Chinese users among them.

/**
 * Words people make a password of by adding figures and signs: 'Admin@123', 'Woaini1314!', 'Zhangwei#88' are no better
 * than the word.
 *
 * @source yearly lists of leaked passwords (NordPass, SplashData, CSDN/Tianya leaks), shortened to what reaches eight
 * characters
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
password passwd pass pwd passwort passcode secret letmein welcome hello login logon signin access default changeme
admin administrator root system sysadmin sys sa manager master user guest test tester testing temp public server
oracle mysql postgres tomcat cisco huawei hikvision zte windows linux apple google baidu tencent alibaba taobao weixin wechat weibo
iloveyou love lover loveyou baby angel princess sunshine monkey dragon tiger shadow superman batman football basketball baseball
michael jordan charlie daniel thomas jessica ashley killer hunter freedom whatever trustno flower summer winter spring autumn
a aa aaa b c d e f g h j k l m n p q r s t w x y z ab abc abcd abcde abcdef abcdefg qq qqq aq zaq xx asd asdf asdfg asdfgh asdfghj asdfghjkl
qw qwe qwer qwert qwerty qwertyu qwertyui qwertyuiop zx zxc zxcv zxcvb zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx edc wsxedc poiuy lkjhg mnbvc
qweasd qweasdzxc asdzxc zxcasd zxcasdqwe asdqwe
woaini woaiwojia woaizhongguo aini ainiyou woshishei woshishui woshiwo wodemima mima mimamima wangjile buzhidao nihao nihaoma zaijian
laopo laogong baobao baobei mama baba jiajia fangfang tiantian xiaoxiao xingfu kuaile pingan jiankang facai zhongguo beijing shanghai guangzhou shenzhen
zhang wang li liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng
zhangwei wangwei wangfang liwei lina zhangmin lijing wangjing liuwei wangxiuying zhangli zhangjing zhangqiang lijie wangyan liyan liyang wangli
zhanglei wanglei liuyang liyong wangqiang lijun zhangjie zhangyong wangjun liuyan wangjie chenwei liuyong liufang chenjie
wuliu huoyun yunshu yuncheng huoche kache siji chezhu huozhu chengyun chengyunshang wlhy peihuo diaodu caiwu kuaiji chuna jiesuan
gongsi qiye jituan laoban jingli guanli guanliyuan yonghu zhanghao company office finance account boss driver truck cargo freight logistics transport
shipper carrier platform branch yunwei kaifa ceshi
`
    .trim()
    .split(/\s+/),
)

/** Passwords tried as they stand, in lower case and with the signs above the figures written as figures. */
export const commonWhole: ReadonlySet<string> = new Set(
  `
12345678 123456789 1234567890 0123456789 01234567 0987654321 987654321 87654321 9876543210 123456789a a123456789 12345678910 1234567891
123123123 123321123 12341234 12344321 11223344 1122334455 112233445566 123654789 147258369 147852369 741852963 789456123 159357258 159753456
1357924680 13579246 24681012 13145200 52013140 5201314520 1314520520 520520520 13141314 5201314 1314521 7758258 77582588 7758521 77585210
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc 3edc4rfv zaq12wsx zaq1xsw2 qaz123wsx qazwsx123 1qaz1qaz 2wsx2wsx
a1b2c3d4 a1s2d3f4 q1q2q3q4 1a2b3c4d 1a2s3d4f a1a2a3a4 aa11bb22 abc123abc 123abc123 123qwe123 123qweasd 123qweasdzxc qwe123qwe 1234qwer qwer1234 1234asdf asdf1234 1234abcd abcd1234
123456aa 123456ab 123456ss 123456qq 123456abc 123456qwe 123456asd 12345qwert 12345678a 12345678q 123qwe456 1qw23er4 qwerty123456 qwer4321 asd123asd
woaini1314 woaini520 woaini521 520woaini 1314woaini aini1314 iloveyou1 iloveyou520 ab123456 abc123456 abcd123456 a12345678
p455w0rd pa55w0rd pa55word p4ssw0rd l3tm31n 4dm1n1str4t0r r00tr00t t00rt00r admin888 admin123 admin666 guest123 system32 test1234 user1234
19870101 19880808 19900101 20000101 20080808 20200101 20210101 20220101 20230101 20240101 20250101 20260101
`
    .trim()
    .split(/\s+/),
)
