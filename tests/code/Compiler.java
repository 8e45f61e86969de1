import java.io.File;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles Main.java of each folder given, in one virtual machine. */
public class Compiler {
  public static void main(String[] folders) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    for (String folder : folders) {
      StringWriter messages = new StringWriter();
      List<String> options =
          new ArrayList<>(List.of("-Xlint:all", "-Werror", "-d", folder));
      boolean good =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjects(new File(folder, "Main.java")))
              .call();
      if (!good) System.out.println(folder + "\n" + messages);
    }
  }
}
